import { readFileSync } from 'node:fs'
import { type Dictionary, parseDictionary } from './dictionary.ts'

/** The versions of FIX in which our messages are described. */
type OwnVersion = 'FIX.4.2' | 'FIX.4.4'

const dictionaryFiles: Readonly<Record<OwnVersion, string>> = {
  'FIX.4.2': 'AITAI42.xml',
  'FIX.4.4': 'AITAI44.xml',
}

/** Reads the data dictionary of a version, the same that counterparties load. */
export const readDictionary = (version: OwnVersion): Dictionary =>
  parseDictionary(
    readFileSync(new URL(`../../dictionary/${dictionaryFiles[version]}`, import.meta.url), 'utf8'),
  )
