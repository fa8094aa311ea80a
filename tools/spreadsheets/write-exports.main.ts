import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '@aitai/messages/texts.ts'
import { samplesIn } from './sample-day.ts'

/** `TZ=Asia/Tokyo node write-exports.main.ts FOLDER`: writes the sample exports. */
const [folder = '.'] = process.argv.slice(2)
for (const { file, text } of languages.flatMap(samplesIn)) writeFileSync(join(folder, file), text)
