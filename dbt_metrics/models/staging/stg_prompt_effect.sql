select * from {{ read_table('prompt_effect') }}
