select * from {{ read_table('model_comparison') }}
