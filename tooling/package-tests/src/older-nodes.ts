import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { runCommand } from './run-command.ts'

const modules = path.resolve(import.meta.dirname, '../node_modules')

/** The Node versions that the packages run on besides the one of this workspace, by the names that npm has for them. */
export const olderNodes = { 'node-20': 'npm:node@20.20.2', 'node-22': 'npm:node@22.23.3' }

/**
 * Runs the sample in the older Node versions. They cannot read TypeScript, so it is compiled first.
 */
export async function tryOlderNodes(project: string): Promise<void> {
  const compilerOptions = {
    target: 'es2022',
    module: 'nodenext',
    rewriteRelativeImportExtensions: true,
    allowJs: true,
    skipLibCheck: true,
    types: ['node'],
    rootDir: '.',
    outDir: 'compiled',
  }
  const config = path.join(project, 'tsconfig.compiled.json')
  writeFileSync(config, JSON.stringify({ compilerOptions, files: ['node.ts'] }))
  await runCommand(process.execPath, [path.join(modules, 'typescript', 'bin', 'tsc'), '-p', config], project)
  for (const name of Object.keys(olderNodes)) {
    const node = path.join(project, 'node_modules', name, 'bin', 'node')
    const { major } = /^v(?<major>\d+)/u.exec(await runCommand(node, ['--version']))?.groups ?? {}
    if (name !== `node-${major}`) throw new Error(`${node} is Node ${major}.`)
    await runCommand(node, ['compiled/node.js'], project)
  }
}
