import type { ComponentType, ReactNode } from 'react'
import type { WidgetTheme } from './widget-themes.ts'

/** What a theme's header shows. */
export interface HeaderProps {
  title: string
  /** Conversations, a new one, minimise: the theme places them. */
  actions: ReactNode
}

/** What a theme adds to the widget: its colours and shapes, and a header of its own. */
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
