import { library } from '@org/config/tsup'

export default library([
  'src/index.ts',
  'src/react.ts',
  'src/jotai.ts',
  'src/browser-images.ts',
  'src/tabs.ts',
  'src/testing.ts',
])
