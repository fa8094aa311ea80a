import { runTypedCommand } from './manual-transcripts.ts'

/** Runs an operator's command, as typed after `npm run -s aitai --`. It must succeed. */
export async function runOperatorCommand(
  { dataDir }: { readonly dataDir: string },
  ...typed: string[]
): Promise<void> {
  const words = ['npm', 'run', '-s', 'aitai', '--', ...typed]
  const { code, both } = await runTypedCommand({ words, shown: '' }, { dataDir, folder: dataDir })
  if (code !== 0) throw new Error(`aitai ${typed.join(' ')}: ${both}`)
}
