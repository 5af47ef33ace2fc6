import { library } from '@org/config/tsup'

const entries = ['src/index.ts', 'src/chat/index.ts', 'src/engine/index.ts', 'src/handover/index.ts']

export default library(entries, { client: entries })
