import { defaultLimits } from '@aitai/engine/limits.ts'
import { requiredColumns } from '@aitai/engine/upload/cells.ts'
import { uploadColumns } from '@aitai/engine/upload/header.ts'
import { restoreErrors, uploadErrors } from '@aitai/engine/upload/row-result.ts'
import type { Section } from '../example.ts'
import { code, count, table } from '../markdown.ts'
import { refusalText } from './refusals.ts'

/** The content of a bulk file and its validation (docs/rules.md §18). */
export const uploads: Section = {
  title: '18 Bulk upload and restore',
  text: [
    `A file has a header row, its names in any order and case, and at most ${count(defaultLimits.bulkRows)} lines below it. The columns are ${uploadColumns.map(code).join(', ')}. Needed are ${['ric', ...requiredColumns].map(code).join(', ')}; the rest falls back to the user’s preferences. A file is only judged, line by line and each against the file: nothing is sent by it. A line that is OK is one that a submit would take.`,
    table(
      ['Code', 'What is wrong', 'Text'],
      Object.entries(uploadErrors).map(([errorCode, { says }]) => [
        code(errorCode),
        says,
        refusalText(errorCode),
      ]),
    ),
    'Adverts of an earlier day pass the same checks, and some of these have names of their own there. Of several on one security the one sent last stands. Levels are computed anew, with the offsets of that day from today’s close. What a submit would refuse besides keeps the code of the refusal.',
    table(
      ['Restored', 'In a file', 'Text'],
      Object.entries(restoreErrors).map(([errorCode, same]) => [
        code(errorCode),
        same.map(code).join(', '),
        refusalText(errorCode),
      ]),
    ),
  ],
}
