{# The paper's names of methods as ours (ruling 15), and who made its pictures. #}
{% macro our_method(printed) -%}
    case {{ printed }} when 'naive' then 'stacked' when 'ai' then 'generative' end
{%- endmacro %}

{% macro published_editor(printed) -%}
    case {{ printed }} when 'naive' then 'stacking' when 'ai' then 'gemini-2.5-flash-image' end
{%- endmacro %}

{% macro published_pairs_reason(pair_method) -%}
    case {{ pair_method }}
        when 'desc' then
            'Tables 1 and 4 disagree on which description column is easy (ruling 10), and how ties '
            || 'and items of one country were paired is not stated (ruling 11 is our choice)'
        else
            'how ties, items of one country and landmarks were chosen is not stated (ruling 11 is '
            || 'our choice), so the pictures cannot be made again'
    end
{%- endmacro %}

{% macro published_originals_reason() -%}
    case
        when dropped_answers then
            'some answers were left out of its denominators and the paper does not say how many'
        else
            'eq. 5 over the 243 originals, given a source that holds them; the prompt may differ'
    end
{%- endmacro %}

{% macro relabelled_reason() -%}
    'the row is printed as ' || printed_model || ', ' || printed_target
    || ' and belongs to this model by its fit to Table 4 (ruling 14); '
    || {{ published_pairs_reason('pair_method') }}
{%- endmacro %}

{% macro published_counts_reason() -%}
    case pair_method
        when 'original' then 'the published items themselves, given a source that holds them'
        when 'total_pairs_stated' then
            'sums of categories leave the originals out, the grand total counts them; '
            || {{ published_pairs_reason('pair_method') }}
        else {{ published_pairs_reason('pair_method') }}
    end
{%- endmacro %}
