import { library } from '@org/config/tsup'

export default library(['src/index.ts', 'src/chat/index.ts', 'src/engine/index.ts', 'src/handover/index.ts'])
