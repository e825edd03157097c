select * from {{ read_table('mix_mitigation') }}
