import { join } from 'node:path'
import { asyncApiDocument } from '@aitai/server/http/docs/asyncapi.ts'
import { openApiDocument } from '@aitai/server/http/docs/openapi.ts'
import { liveLimits } from '@aitai/server/live/limits.ts'
import { stringify } from 'yaml'
import { asvsDocument, asvsFile } from '../asvs/asvs-page.ts'
import { specificationDocument } from '../specification/specification-page.ts'
import { rolesPage } from './roles-page.ts'

const folder = join(import.meta.dirname, '../../../docs')

/** The generated documents by file: `npm run docs` writes them and a test compares them. */
export const documents = (): readonly { readonly file: string; readonly text: string }[] => [
  { file: join(folder, 'roles.md'), text: rolesPage() },
  { file: join(folder, 'specification.md'), text: specificationDocument() },
  { file: asvsFile, text: asvsDocument() },
  { file: join(folder, 'openapi.json'), text: `${JSON.stringify(openApiDocument(), null, 2)}\n` },
  // Without anchors, because not every YAML parser resolves them.
  {
    file: join(folder, 'asyncapi.yaml'),
    text: stringify(asyncApiDocument(liveLimits), { aliasDuplicateObjects: false, lineWidth: 110 }),
  },
]
