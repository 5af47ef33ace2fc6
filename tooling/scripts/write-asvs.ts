import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './bootstrap.mjs'
import { asvsPage, textOfAsvs } from './document-asvs.ts'

writeFileSync(path.join(root, asvsPage), textOfAsvs())
