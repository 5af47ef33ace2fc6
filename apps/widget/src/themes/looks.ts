import type { ComponentType, ReactElement, ReactNode } from 'react'
import type { WidgetTheme } from './widget-themes.ts'

/** Props of a theme's header. */
export interface HeaderProps {
  title: string
  /** The brand's logo, in place of the theme's sign; null for none. */
  logo: ReactElement | null
  /** Conversations, a new one, minimise: the theme places them. */
  actions: ReactNode
}

/** Parts of a theme: class of its colours and shapes, and its header. */
export interface Look {
  name: WidgetTheme
  /** The class that carries them. */
  className: string
  Header: ComponentType<HeaderProps>
}

const looks: Readonly<Record<WidgetTheme, () => Promise<{ look: Look }>>> = {
  ultra: () => import('./ultra/ultra.tsx'),
  modern: () => import('./modern/modern.tsx'),
  ivory: () => import('./ivory/ivory.tsx'),
  aurora: () => import('./aurora/aurora.tsx'),
}

/** Fetches a theme: each is a chunk of its own. */
export async function loadLook(theme: WidgetTheme): Promise<Look> {
  return (await looks[theme]()).look
}
