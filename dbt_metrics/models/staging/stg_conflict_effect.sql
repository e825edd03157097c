select * from {{ read_table('conflict_effect') }}
