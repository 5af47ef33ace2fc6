import { library } from '@org/config/tsup'

export default library(['src/index.ts'], {
  entry: { index: 'src/index.ts', 'theme-init': 'src/theme-init.js' },
})
