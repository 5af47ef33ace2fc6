import DefaultTheme from 'vitepress/theme'
import { ReactIsland } from './react-island.ts'
import { StoryFrame } from './story-frame.ts'
import type { App } from 'vue'

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }: { app: App }) => {
    app.component('ReactIsland', ReactIsland)
    app.component('StoryFrame', StoryFrame)
  },
}
