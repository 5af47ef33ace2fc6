import { library } from '@org/config/tsup'

export default library(['src/index.ts', 'src/markdown.ts', 'src/react.tsx', 'src/highlight.ts'], {
  client: ['src/react.tsx'],
  // Inside, because only the workspace can give it smaller parts: see `overrides` in pnpm-workspace.yaml.
  noExternal: ['markdown-it'],
})
