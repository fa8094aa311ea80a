import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { MutantResult } from '@stryker-mutator/api/core'
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin'
import type { Reporter } from '@stryker-mutator/api/report'
import { repositoryRoot } from '../harness/server-process.ts'

export const isDetected = ({ status }: MutantResult): boolean => status === 'Killed' || status === 'Timeout'
export const isUndetected = ({ status }: MutantResult): boolean =>
  status === 'Survived' || status === 'NoCoverage'

const shorten = (code: string): string => {
  const line = code.replace(/\s+/g, ' ').trim()
  return line.length > 70 ? `${line.slice(0, 70)}…` : line
}

/** The mutated code, from the position that StrykerJS reports (lines and columns from 1). */
function originalCode(path: string, { start, end }: MutantResult['location']): string {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line)
  const last = lines.length - 1
  lines[last] = (lines[last] ?? '').slice(0, end.column - 1)
  lines[0] = (lines[0] ?? '').slice(start.column - 1)
  return shorten(lines.join('\n'))
}

function describeSurvivor(mutant: MutantResult): string {
  const path = relative(repositoryRoot, mutant.fileName)
  const change = `${originalCode(path, mutant.location)}  →  ${shorten(mutant.replacement)}`
  const note = mutant.status === 'NoCoverage' ? ' (no test runs it)' : ''
  return `  ${path}:${mutant.location.start.line} ${mutant.mutatorName}${note}: ${change}`
}

const progressEvery = 25

/** Prints each survivor as soon as it is known, so that a run that is stopped has printed what it found. */
function reportSurvivors(): Reporter {
  let [tested, killed] = [0, 0]
  return {
    onMutantTested(mutant) {
      if (isDetected(mutant)) killed += 1
      else if (isUndetected(mutant)) process.stdout.write(`${describeSurvivor(mutant)}\n`)
      else return
      tested += 1
      if (tested % progressEvery === 0)
        process.stdout.write(`${killed} of ${tested} mutants detected so far\n`)
    },
  }
}
reportSurvivors.inject = [] as const

/** StrykerJS loads this file for it. */
export const strykerPlugins = [declareFactoryPlugin(PluginKind.Reporter, 'survivors', reportSurvivors)]
