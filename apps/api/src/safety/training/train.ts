// `pnpm --filter @org/api run safety:train`: trains the safety model on the texts beside this file, the sets that are
// learnt, and ordinary short texts, and writes data/model.json. The same texts give the same file.
import { writeFileSync } from 'node:fs'
import { functionWordsByLanguage, readExamples, setNames, textsHash } from './examples.ts'
import { learn, toModelData, toSamples } from './learn.ts'
import { createRandom } from './random.ts'

const random = createRandom(20_261_122)
const examples = readExamples(random, setNames, functionWordsByLanguage())
const print = (line: string) => process.stdout.write(`${line}\n`)
const model = toModelData(learn(toSamples(examples), random, print), textsHash())
writeFileSync(new URL('../data/model.json', import.meta.url), `${JSON.stringify(model, undefined, 2)}\n`)
print(`${examples.length} texts, ${model.labels.length} labels, ${model.buckets} buckets`)
