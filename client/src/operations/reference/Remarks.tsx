import { useText } from '../../ui/text/use-text.ts'

/** What a command remarks, as `aitai` says it: in English, where a runbook or a search finds it. */
export function Remarks({ kind, says }: { kind: 'concerns' | 'warnings'; says: readonly string[] }) {
  const text = useText()
  if (says.length === 0) return null
  return (
    <section className="remarks" data-kind={kind}>
      <h3>{text(`operations.file.${kind}`)}</h3>
      <Says lines={says} />
    </section>
  )
}

/** Sentences of a command. */
export function Says({ lines }: { lines: readonly string[] }) {
  const text = useText()
  return (
    <ul className="says" aria-label={text('operations.file.says')}>
      {lines.map((line) => (
        <li key={line} lang="en">
          {line}
        </li>
      ))}
    </ul>
  )
}
