import { useSyncExternalStore } from 'react'
import type { Theme } from '@org/theme'
import { useServices } from './services.ts'

/** The theme that is on; null in a page that was rendered ahead, which must do for both. */
export function useTheme(): Theme | null {
  const { theme } = useServices()
  return useSyncExternalStore<Theme | null>(theme.subscribe, theme.get, () => null)
}
