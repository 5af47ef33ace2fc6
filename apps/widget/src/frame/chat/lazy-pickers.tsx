import { lazyPart } from '@org/ui-kit'
import type { PickersProps } from './pickers.tsx'

/** The two choices that limit an answer. Their code comes while the box to write in is already there. */
export const LazyPickers = lazyPart<PickersProps>(async () => (await import('./pickers.tsx')).Pickers)
