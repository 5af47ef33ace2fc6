/** One thing to choose. */
export interface MultiSelectOption {
  value: string
  /** @default the value */
  label?: string | undefined
  description?: string | undefined
}

/** The texts of a multi-select. */
export interface MultiSelectLabels {
  /** @default 'Search' */
  search: string
  /** @default 'Select All' */
  selectAll: string
  /** @default 'Select None' */
  selectNone: string
  /** @default 'No matches' */
  noMatches: string
  /** @default (count) => `${count} selected` */
  selected: (count: number) => string
}

export const defaultMultiSelectLabels: MultiSelectLabels = {
  search: 'Search',
  selectAll: 'Select All',
  selectNone: 'Select None',
  noMatches: 'No matches',
  selected: (count) => `${count} selected`,
}

/** Returns the label of an option. */
export function optionLabel({ label, value }: MultiSelectOption): string {
  return label ?? value
}
