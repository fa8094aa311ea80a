import { writeFileSync } from 'node:fs'
import { documents } from './documents.ts'

for (const { file, text } of documents()) writeFileSync(file, text)
