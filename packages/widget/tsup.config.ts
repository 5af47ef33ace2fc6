import { library } from '@org/config/tsup'

export default library(['src/index.ts', 'src/react.ts', 'src/vue.ts'], { client: ['src/react.ts'] })
