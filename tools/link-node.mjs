import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

/**
 * npm 10 installs the pinned Node but omits its link in `.bin` when packages of other platforms declare the
 * same one. Runs after an install, under any Node; npm scripts then find the pinned one first.
 */
const modules = join(import.meta.dirname ?? 'tools', '..', 'node_modules')
const names = [`node-${process.platform}-${process.arch}`, `node-bin-${process.platform}-${process.arch}`]
const name = names.find((each) => existsSync(join(modules, each, 'bin', 'node')))
const link = join(modules, '.bin', 'node')
if (name && process.platform !== 'win32' && !existsSync(link)) {
  symlinkSync(join('..', name, 'bin', 'node'), link)
}
