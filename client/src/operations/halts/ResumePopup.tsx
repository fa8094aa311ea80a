import type { CurrentHalt, NamedSecurity } from '@aitai/contract/schemas/console/operations.ts'
import { useResumeTargetMutation } from '../../shared/api/operations-api.ts'
import { equityTitleIn } from '../../ui/format/equity-name.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { ActionPopup } from '../ActionPopup.tsx'
import { useActionResult } from '../use-action-result.ts'

interface Props {
  halt: CurrentHalt
  /** The names of those halted. */
  securities: readonly NamedSecurity[]
  onDone: (message: string) => void
  onClose: () => void
}

/** Ends a halt, with a reason. */
export function ResumePopup({ halt: { what, name }, securities, onDone, onClose }: Props) {
  const text = useText()
  const language = useLanguage()
  const security = what === 'SECURITY' ? securities.find(({ ric }) => ric === name) : undefined
  const label = security ? equityTitleIn(language, security) : (name ?? '')
  const finish = useActionResult(onDone)
  const [resume] = useResumeTargetMutation()
  const send = async (reason: string): Promise<boolean> =>
    finish(
      await resume({ what, ...(name === null ? {} : { name }), reason }),
      name === null ? text('operations.done.opened') : text('operations.done.resumed', { name }),
    )
  return (
    <ActionPopup
      title={text(`operations.resume.${what}`, { name: label })}
      means={[text('operations.resume.means')]}
      doLabel={text(`operations.resume.do.${what}`)}
      send={send}
      onClose={onClose}
    />
  )
}
