import type { ListState } from './conversations/list-state.ts'
import type { EngineStores } from './engine-stores.ts'
import type { Guests } from './guests/guests.ts'
import type { HistoryState } from './history/history-state.ts'
import type { Runs } from './runs/runs.ts'

/** What the use cases of an engine work on: each is a function of these parts. */
export interface EngineParts extends EngineStores {
  runs: Runs
  guests: Guests
  history: HistoryState
  list: ListState
}
