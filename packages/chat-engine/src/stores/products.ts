import type { ProductOptions } from '@org/citations'
import { createStore } from '../platform/store.ts'
import type { Store } from '../platform/store.ts'

/** The options of every product that became known, whatever message told them. */
export interface ProductStore {
  readonly state: Store<ProductOptions>
  add: (products: ProductOptions) => void
  clear: () => void
}

const NONE: ProductOptions = {}

export function createProductStore(): ProductStore {
  const state = createStore<ProductOptions>(NONE)
  return {
    state,
    add: (products) => {
      const known = state.get()
      const isNews = Object.entries(products).some(([name, options]) => known[name] !== options)
      if (isNews) state.set({ ...known, ...products })
    },
    clear: () => state.set(NONE),
  }
}
