import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../harness/server-process.ts'

/** A block of commands of an operators' page: ```sh MACHINE… [NAME]. */
export interface PageBlock {
  /** What follows `sh` in the first line of the block. */
  readonly label: string
  readonly commands: string
}

const page = join(repositoryRoot, 'docs/operations/several-machines.md')

/** The labelled blocks of the page about several machines, in their order. */
export const pageBlocks = (): readonly PageBlock[] =>
  [...readFileSync(page, 'utf8').matchAll(/^```sh (.+)\n([\s\S]*?)^```$/gm)].map(
    ([, label = '', commands = '']) => ({ label, commands }),
  )
