# all.txt without what only a CUDA build of torch needs, with the processor's build of torch by hash.
/^[a-z]/ { left_out = /^(nvidia|cuda|triton|torch==)/ }
/^torch==/ { print $1 "+cpu \\"; print "    --hash=sha256:" hash }
left_out { next }
{ print }
