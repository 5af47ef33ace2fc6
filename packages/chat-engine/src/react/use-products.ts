import type { ProductOptions } from '@org/citations'
import { useChatEngine } from './provider.tsx'
import { useStore } from './use-store.ts'

/** The options of every known product, by product name. A product without an entry is loading. */
export function useProducts(): ProductOptions {
  return useStore(useChatEngine().products)
}
