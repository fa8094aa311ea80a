import type { Equity } from '@aitai/contract/schemas/reference.ts'
import type { DesktopAgent } from '@finos/fdc3'
import { Tooltip } from '@salt-ds/core'
import { useState } from 'react'
import { PlainButton } from '../ui/controls/PlainButton.tsx'
import { useText } from '../ui/text/use-text.ts'
import { instrumentOf } from './instrument.ts'

interface Props {
  agent: DesktopAgent
  equity: Equity
}

/** Shows the selected security in another program of the desktop. No side, size or price goes with it. */
export function ViewInstrumentButton({ agent, equity }: Props) {
  const text = useText()
  const [failedFor, setFailedFor] = useState<string | null>(null)
  const hasFailed = failedFor === equity.equityId
  const show = (): void => {
    setFailedFor(null)
    agent.raiseIntent('ViewInstrument', instrumentOf(equity)).catch(() => setFailedFor(equity.equityId))
  }
  return (
    <>
      <Tooltip
        content={text(hasFailed ? 'advert.elsewhere.none' : 'advert.elsewhere')}
        placement="bottom"
        hideIcon
      >
        <PlainButton
          kind="quiet"
          onClick={show}
          onBlur={() => setFailedFor(null)}
          aria-label={text('advert.elsewhere')}
        >
          <span aria-hidden>{hasFailed ? '✕' : '↗'}</span>
        </PlainButton>
      </Tooltip>
      <span role="status" className="visually-hidden">
        {hasFailed ? text('advert.elsewhere.none') : ''}
      </span>
    </>
  )
}
