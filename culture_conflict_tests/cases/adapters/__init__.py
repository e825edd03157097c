"""One adapter per component: which public function answers which expectation."""
