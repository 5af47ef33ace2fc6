import type { ReviewFilter, ReviewSummary } from '@org/api-client'
import { Select, TextField } from '@org/ui-kit'
import { languageName } from '../admin/operators/names.ts'
import { operatorTexts } from '../admin/operators/operators.texts.ts'
import { filterValues } from './review-filter.ts'
import classes from './review.module.css'
import { reviewTexts } from './review.texts.ts'

const texts = reviewTexts.filters

interface ReviewFiltersProps {
  filter: ReviewFilter
  /** The text in the search box. */
  search: string
  onSearch: (text: string) => void
  summary: ReviewSummary | undefined
  onChange: (name: keyof ReviewFilter, value: string) => void
}

/** The filters of the review list. */
export function ReviewFilters({ filter, search, onSearch, summary, onChange }: ReviewFiltersProps) {
  const choices: { name: keyof ReviewFilter; options: { value: string; label: string }[] }[] = [
    { name: 'status', options: named(reviewTexts.statuses) },
    { name: 'outcome', options: named(operatorTexts.outcomes) },
    { name: 'feedback', options: named(reviewTexts.ratings) },
    {
      name: 'safety',
      options: [{ value: 'any', label: texts.anySafety }, ...named(operatorTexts.categories)],
    },
    { name: 'handover', options: [{ value: 'requested', label: reviewTexts.handover }] },
    {
      name: 'language',
      options: filterValues.language.map((value) => ({ value, label: languageName(value) })),
    },
    {
      name: 'widget',
      options: [
        { value: 'none', label: texts.site },
        ...(summary?.widgets ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ],
    },
    {
      name: 'assignee',
      options: [
        { value: 'me', label: texts.me },
        { value: 'none', label: texts.nobody },
        ...(summary?.assignees ?? []).map(({ id, email }) => ({ value: id, label: email })),
      ],
    },
  ]
  return (
    <search className={classes.filters} aria-label={texts.label}>
      <TextField
        label={texts.search}
        description={texts.searchHint}
        type="search"
        dir="auto"
        value={search}
        onValueChange={onSearch}
      />
      {choices.map(({ name, options }) => (
        <Select
          key={name}
          label={texts[labelOf(name)]}
          options={[{ value: 'all', label: texts.all }, ...options]}
          value={filter[name] ?? 'all'}
          onValueChange={(value) => {
            onChange(name, value)
          }}
        />
      ))}
    </search>
  )
}

function labelOf(name: keyof ReviewFilter): Exclude<keyof ReviewFilter, 'q'> | 'search' {
  return name === 'q' ? 'search' : name
}

function named(labels: Readonly<Record<string, string>>): { value: string; label: string }[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }))
}
