import type { ResultRow } from '@aitai/contract/schemas/upload.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { renderInStore } from '../../../test/support/render-in-store.tsx'
import { initialUploadState, uploadReducer } from '../upload-state.ts'
import { type Uploads, useUploads } from '../use-uploads.ts'
import { UploadPopups } from './UploadPopups.tsx'

const late = (errorCode: string, ric: string, line: number): ResultRow => ({
  line,
  ric,
  status: 'ERROR',
  advertisement: null,
  draftId: null,
  errorCode,
  errorMap: { exchange: 'XTKS', hours: '23:00 to 06:30' },
})

test.each([
  ['ERR-012', ['7203.T'], '7203.T'],
  ['RESTORE-ERR-03', ['7203.T', '6758.T'], undefined],
])('%s: the platform-hours popup is shown before the list of rows', (errorCode, rics, ric) => {
  const checking = uploadReducer(initialUploadState, {
    type: 'checkStarted',
    origin: { kind: 'pasted', table: null },
  })
  const rows = rics.map((each, path) => late(errorCode, each, path + 2))
  const uploads = {
    flow: uploadReducer(checking, { type: 'checked', rows }),
    dispatchUpload: () => undefined,
  }
  renderInStore(
    <UploadPopups
      uploads={uploads as unknown as Uploads}
      hoursPopup={({ variables }, onClose) => (
        <button type="button" onClick={onClose}>
          {JSON.stringify(variables)}
        </button>
      )}
    />,
  )
  const notification = screen.getByRole('button')
  expect(screen.queryByRole('dialog')).toBeNull()
  // The popup names the security of a single row; several rows are in the list that follows.
  const variables = { exchange: 'XTKS', hours: '23:00 to 06:30', ...(ric ? { ric } : {}) }
  expect(JSON.parse(notification.textContent ?? '')).toEqual(variables)
  fireEvent.click(notification)

  expect(screen.getByRole('dialog').textContent).toContain(`Rejected: ${rics.length}`)
})

function Desk() {
  const uploads = useUploads({ onTerms: () => undefined, onCorrect: () => undefined })
  return (
    <>
      <button type="button" onClick={() => uploads.dispatchUpload({ type: 'uploadOpened' })}>
        open
      </button>
      <UploadPopups uploads={uploads} hoursPopup={() => null} />
    </>
  )
}

test('a desk has no popup before an upload is opened, and several files are refused with their number', async () => {
  // No server is asked before a file is read.
  const { fetch: network } = globalThis
  globalThis.fetch = () => new Promise<never>(() => undefined)
  onTestFinished(() => {
    globalThis.fetch = network
  })
  renderInStore(<Desk />)
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(screen.getByText('open'))
  expect(screen.queryByRole('alert')).toBeNull()

  const files = ['a.csv', 'b.csv'].map((name) => new File(['ric'], name))
  await act(async () => void fireEvent.drop(document.body, { dataTransfer: { files } }))
  expect(screen.getByRole('alert').textContent).toBe(
    'Drop one file at a time. 2 files were dropped, and none was read.',
  )
})
