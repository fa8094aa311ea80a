import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

/**
 * npm 10 installs the pinned Node but leaves out its link when packages of other platforms have the same one.
 * Runs after an install, under whatever Node there is; npm then finds the pinned one first.
 */
const modules = join(import.meta.dirname ?? '.', '..', 'node_modules')
const names = [`node-${process.platform}-${process.arch}`, `node-bin-${process.platform}-${process.arch}`]
const name = names.find((each) => existsSync(join(modules, each, 'bin', 'node')))
const link = join(modules, '.bin', 'node')
if (name && process.platform !== 'win32' && !existsSync(link)) {
  symlinkSync(join('..', name, 'bin', 'node'), link)
}
