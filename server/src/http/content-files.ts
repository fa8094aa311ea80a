import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installationElement } from '@aitai/contract/codes.ts'
import { About, Brand, BrokerLogos, type Installation } from '@aitai/contract/schemas/installation.ts'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { type Config, ConfigError } from '../config.ts'

/** The content that ships with the product: a sample of each file. */
const builtIn = fileURLToPath(new URL('../../../content', import.meta.url))
/** The path below which the pages find the files. */
const contentPath = '/content/'

/** The folder `content` of the data folder, whose files replace ours one by one. */
const customContentFolder = (dataDir: string): string => join(dataDir, 'content')

/** The path of the owner's file if there is one, otherwise of ours; null if there is neither. */
function locate(dataDir: string, file: string): string | null {
  return (
    [join(customContentFolder(dataDir), file), join(builtIn, file)].find((each) => existsSync(each)) ?? null
  )
}

/** Reads a content file. Throws ConfigError with one line that names the file and the field. */
function read<T>(dataDir: string, file: string, schema: TSchema): T {
  const path = locate(dataDir, file) ?? join(builtIn, file)
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8').replace(/^\ufeff/, ''))
  } catch {
    throw new ConfigError(`content/${file} cannot be read as JSON`)
  }
  const declared = Compile(schema)
  if (declared.Check(value)) return value as T
  const error = declared.Errors(value)[0]
  throw new ConfigError(
    `content/${file}: ${error?.instancePath.slice(1) || 'the whole file'} ${error?.message ?? ''}`,
  )
}

/**
 * What the client needs to know about the installation (brand.json, brokers.json and about.json of the
 * content, and the environment). Every file that they name must exist. Throws ConfigError with one line.
 */
export function readInstallation(
  config: Pick<Config, 'dataDir' | 'aboutUrl' | 'loginRedirect'>,
): Installation {
  const { dataDir, aboutUrl, loginRedirect } = config
  const brand = read<Brand>(dataDir, 'brand.json', Brand)
  const brokers = read<BrokerLogos>(dataDir, 'brokers.json', BrokerLogos)
  const { founders } = read<About>(dataDir, 'about.json', About)
  const named = [brand.logo, ...brokers.map(({ logo }) => logo), ...founders.map(({ photo }) => photo)]
  for (const file of named)
    if (file !== null && !locate(dataDir, file)) throw new ConfigError(`content/${file} is missing`)
  return { brand, brokers, aboutUrl, loginRedirect }
}

/** Serves the content files below /content/; the owner's take precedence over ours. */
export async function serveContentFiles(http: FastifyInstance, dataDir: string): Promise<void> {
  const own = customContentFolder(dataDir)
  await http.register(staticFiles, {
    root: existsSync(own) ? [own, builtIn] : [builtIn],
    prefix: contentPath,
    wildcard: false,
    index: false,
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply) => reply.header('cache-control', 'no-cache'),
  })
}

const asHtml: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' }

/**
 * The client's page with the title and the installation's data. The data is in a block that the content
 * security policy does not treat as a script.
 */
export function renderPage(html: string, installation: Installation): string {
  const title = installation.brand.productName.replace(/[<>&"]/g, (sign) => asHtml[sign] ?? sign)
  const data = JSON.stringify(installation).replaceAll('<', '\\u003c')
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace(
      '</head>',
      () => `<script type="application/json" id="${installationElement}">${data}</script></head>`,
    )
}
