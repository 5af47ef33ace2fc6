import { library } from '@org/config/tsup'

export default library(['src/index.ts', 'src/contract/index.ts'], {
  documents: ['../../docs/wire-protocol.md'],
})
