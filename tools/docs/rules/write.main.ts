import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rulesDocument } from './rules-page.ts'

writeFileSync(join(import.meta.dirname, '../../../docs/rules.md'), rulesDocument())
