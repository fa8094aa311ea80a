import { parseDictionary } from '../../src/dictionary/dictionary.ts'

/** A dictionary of what tests send: the session protocol, orders with parties, and execution reports. */
export const dictionaryXml = (minor: 2 | 4): string => `<?xml version='1.0'?>
<!-- <field name='NotRead'/> -->
<fix type='FIX' major='4' minor='${minor}'>
 <header>
  <field name='BeginString' required='Y'/><field name='BodyLength' required='Y'/><field name='MsgType' required='Y'/>
  <field name='SenderCompID' required='Y'/><field name='TargetCompID' required='Y'/>
  <field name='OnBehalfOfCompID' required='N'/><field name='DeliverToCompID' required='N'/>
  <field name='MsgSeqNum' required='Y'/><field name='PossDupFlag' required='N'/>
  <field name='PossResend' required='N'/><field name='SendingTime' required='Y'/>
  <field name='OrigSendingTime' required='N'/>
  <group name='NoHops' required='N'><field name='HopCompID' required='N'/></group>
 </header>
 <messages>
  <message name='Heartbeat' msgtype='0' msgcat='admin'><field name='TestReqID' required='N'/></message>
  <message name='TestRequest' msgtype='1' msgcat='admin'><field name='TestReqID' required='Y'/></message>
  <message name='ResendRequest' msgtype='2' msgcat='admin'>
   <field name='BeginSeqNo' required='Y'/><field name='EndSeqNo' required='Y'/>
  </message>
  <message name='Reject' msgtype='3' msgcat='admin'>
   <field name='RefSeqNum' required='Y'/><field name='Text' required='N'/>
  </message>
  <message name='SequenceReset' msgtype='4' msgcat='admin'>
   <field name='GapFillFlag' required='N'/><field name='NewSeqNo' required='Y'/>
  </message>
  <message name='Logout' msgtype='5' msgcat='admin'><field name='Text' required='N'/></message>
  <message name='Logon' msgtype='A' msgcat='admin'>
   <field name='EncryptMethod' required='Y'/><field name='HeartBtInt' required='Y'/>
   <field name='ResetSeqNumFlag' required='N'/><field name='Username' required='N'/><field name='Password' required='N'/>
  </message>
  <message name='NewOrderSingle' msgtype='D' msgcat='app'>
   <field name='ClOrdID' required='Y'/><component name='Parties' required='N'/><field name='Symbol' required='Y'/>
   <field name='Side' required='Y'/><field name='OrderQty' required='N'/><field name='ExecInst' required='N'/>
   <field name='ExpireTime' required='N'/><field name='TransactTime' required='N'/><field name='Text' required='N'/>
   <field name='RawDataLength' required='N'/><field name='RawData' required='N'/>
  </message>
  <message name='ExecutionReport' msgtype='8' msgcat='app'><field name='ClOrdID' required='Y'/></message>
 </messages>
 <trailer>
  <field name='SignatureLength' required='N'/><field name='Signature' required='N'/><field name='CheckSum' required='Y'/>
 </trailer>
 <components>
  <component name='Parties'>
   <group name='NoPartyIDs' required='N'>
    <field name='PartyID' required='N'/><field name='PartyIDSource' required='N'/><field name='PartyRole' required='Y'/>
    <group name='NoPartySubIDs' required='N'>
     <field name='PartySubID' required='N'/><field name='PartySubIDType' required='N'/>
    </group>
   </group>
  </component>
 </components>
 <fields>
${fields.map(([tag, name, type, ...values]) => field(tag, name, type, values)).join('\n')}
 </fields>
</fix>`

const field = (tag: number, name: string, type: string, values: readonly string[]): string =>
  `<field number='${tag}' name="${name}" type='${type}'>${values.map((value) => `<value enum='${value}' description='&quot;'/>`).join('')}</field>`

const fields: readonly (readonly [number, string, string, ...string[]])[] = [
  [7, 'BeginSeqNo', 'SEQNUM'],
  [8, 'BeginString', 'STRING'],
  [9, 'BodyLength', 'LENGTH'],
  [10, 'CheckSum', 'STRING'],
  [11, 'ClOrdID', 'STRING'],
  [16, 'EndSeqNo', 'SEQNUM'],
  [18, 'ExecInst', 'MULTIPLEVALUESTRING', 'M', 'R'],
  [34, 'MsgSeqNum', 'SEQNUM'],
  [35, 'MsgType', 'STRING'],
  [36, 'NewSeqNo', 'SEQNUM'],
  [38, 'OrderQty', 'QTY'],
  [43, 'PossDupFlag', 'BOOLEAN'],
  [45, 'RefSeqNum', 'SEQNUM'],
  [49, 'SenderCompID', 'STRING'],
  [52, 'SendingTime', 'UTCTIMESTAMP'],
  [54, 'Side', 'CHAR', '1', '2'],
  [55, 'Symbol', 'STRING'],
  [56, 'TargetCompID', 'STRING'],
  [58, 'Text', 'STRING'],
  [60, 'TransactTime', 'UTCTIMESTAMP'],
  [89, 'Signature', 'DATA'],
  [93, 'SignatureLength', 'LENGTH'],
  [95, 'RawDataLength', 'LENGTH'],
  [96, 'RawData', 'DATA'],
  [97, 'PossResend', 'BOOLEAN'],
  [98, 'EncryptMethod', 'INT', '0', '1'],
  [108, 'HeartBtInt', 'INT'],
  [112, 'TestReqID', 'STRING'],
  [115, 'OnBehalfOfCompID', 'STRING'],
  [122, 'OrigSendingTime', 'UTCTIMESTAMP'],
  [123, 'GapFillFlag', 'BOOLEAN'],
  [126, 'ExpireTime', 'UTCTIMESTAMP'],
  [128, 'DeliverToCompID', 'STRING'],
  [141, 'ResetSeqNumFlag', 'BOOLEAN'],
  [447, 'PartyIDSource', 'CHAR', 'D'],
  [448, 'PartyID', 'STRING'],
  [452, 'PartyRole', 'INT', '1', '17'],
  [453, 'NoPartyIDs', 'NUMINGROUP'],
  [523, 'PartySubID', 'STRING'],
  [553, 'Username', 'STRING'],
  [554, 'Password', 'STRING'],
  [627, 'NoHops', 'NUMINGROUP'],
  [628, 'HopCompID', 'STRING'],
  [802, 'NoPartySubIDs', 'NUMINGROUP'],
  [803, 'PartySubIDType', 'INT'],
]

export const dictionary44 = parseDictionary(dictionaryXml(4))
export const dictionary42 = parseDictionary(dictionaryXml(2))
