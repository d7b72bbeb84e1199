'use strict'
// A server of Minecraft 1.21.4 for the bot: it plays a scene, and checks all that the bot sends as the library decodes it.
//   node server.js [SECONDS [RECORDING]]
// It prints its port. After the seconds it ends the connection, prints what it has seen, and exits with 0; at the first
// packet that does not belong there it says why, and exits with 1. In a recording each line is a frame: `<` to the bot,
// `>` bytes from it. Nothing in the scene is random.
const fs = require('fs')
const mc = require('minecraft-protocol')
const nbt = require('prismarine-nbt')
const data = require('minecraft-data')('1.21.4')

const [seconds = '20', recording] = process.argv.slice(2)
const fail = reason => { console.error(`FAIL: ${reason}`); process.exit(1) }
const check = (fine, reason) => fine || fail(reason)
process.on('uncaughtException', error => fail(error.stack))

// Texts, and items: a box that holds a sword is an item with an item in it.
const text = (words, style = {}) => nbt.comp({ text: nbt.string(words), ...style })
const item = (name, components = []) => ({
  itemCount: 1, itemId: data.itemsByName[name].id, addedComponentCount: components.length, removedComponentCount: 0,
  components, removeComponents: []
})
const none = { itemCount: 0 }
const sword = item('diamond_sword', [
  { type: 'damage', data: 7 },
  { type: 'lore', data: [text('first line'), text('second line', { italic: nbt.byte(0) })] }
])
const box = item('shulker_box', [
  { type: 'custom_name', data: text('Box', { color: nbt.string('gold') }) },
  { type: 'container', data: { contents: [none, item('diamond'), sword] } }
])

// Stone up to y = 63 and air above it. A section: blocks, bits of a block, palette, longs; the same of biomes.
const section = kind => [16, 0, 0, kind, 0, 0, 0, 0]
const height = nbt.longArray(Array(37).fill([0n, 1n, 2n, 3n, 4n, 5n, 6n].reduce((all, at) => all | 128n << 9n * at, 0n)))
const chunk = {
  x: 0, z: 0, heightmaps: nbt.comp({ MOTION_BLOCKING: height }),
  chunkData: Buffer.from(Array.from({ length: 24 }, (_, at) => section(at < 8 ? 1 : 0)).flat()),
  blockEntities: [{ x: 5, z: 5, y: 64, type: 7, nbtData: nbt.comp({ is_waxed: nbt.byte(1) }) }],
  skyLightMask: [0x3ffffffn], skyLight: Array(26).fill(Buffer.alloc(2048, 255)), emptySkyLightMask: [],
  blockLightMask: [], blockLight: [], emptyBlockLightMask: [0x3ffffffn]
}

const spawn = { x: 0.5, y: 64, z: 0.5 }
const cow = 77
const configuration = [
  ['custom_payload', { channel: 'minecraft:brand', data: Buffer.from('\x05check') }],
  ['feature_flags', { features: ['minecraft:vanilla'] }],
  ['select_known_packs', { packs: [{ namespace: 'minecraft', id: 'core', version: '1.21.4' }] }]
]
const scene = player => [
  ['abilities', { flags: 0, flyingSpeed: 0.05, walkingSpeed: 0.1 }],
  ['player_info', {
    action: { add_player: true, update_listed: true },
    data: [{ uuid: player.uuid, player: { name: player.username, properties: [] }, listed: 1 }]
  }],
  ['spawn_position', { location: { x: 0, y: 64, z: 0 }, angle: 0 }],
  ['game_state_change', { reason: 'level_chunks_load_start', gameMode: 0 }],
  ['update_health', { health: 20, food: 20, foodSaturation: 5 }],
  ['window_items', { windowId: 0, stateId: 1, items: Array(46).fill(none).fill(box, 36, 40), carriedItem: none }],
  ['set_slot', { windowId: 0, stateId: 2, slot: 37, item: box }],
  ['spawn_entity', {
    entityId: cow, objectUUID: '00000000-0000-4000-8000-000000000002', type: data.entitiesByName.cow.id,
    x: 4, y: 64, z: 4, pitch: 0, yaw: 64, headPitch: 0, objectData: 0, velocity: { x: 0, y: 0, z: 0 }
  }],
  ['entity_metadata', { entityId: cow, metadata: [{ key: 2, type: 'optional_component', value: text('Bess') }] }],
  ['system_chat', {
    content: text('Welcome ', { extra: nbt.list(nbt.comp([text(player.username).value])) }), isActionBar: false
  }],
  ['chunk_batch_start', {}],
  ['map_chunk', chunk]
]
// Each second. 4 is the kind of chat `say_command`.
const passed = second => [
  ['rel_entity_move', { entityId: cow, dX: second % 2 ? 2048 : -2048, dY: 0, dZ: 0, onGround: true }],
  ['update_time', { age: BigInt(20 * second), time: BigInt(20 * second), tickDayTime: true }]
]
const said = words => ['profileless_chat', { message: text(words), type: { chatType: 4 }, name: text('Server') }]

function serve (player) {
  const owed = new Map()
  const ask = (answer, name, fields) => {
    owed.set(answer, setTimeout(() => fail(`no answer in time: ${answer}`), 5000))
    player.write(name, fields)
  }
  const paid = answer => { check(owed.has(answer), `not asked for: ${answer}`); clearTimeout(owed.get(answer)); owed.delete(answer) }
  const sendAll = packets => packets.forEach(([name, fields]) => player.write(name, fields))
  const seen = { keep_alive: 0, position: 0 }
  let at = spawn
  const on = {
    set_protocol: it => check(it.protocolVersion === 769 && it.nextState === 2, 'another version or state'),
    login_start: it => check(/^\w{3,16}$/.test(it.username), `a login of ${it.username}`),
    login_acknowledged: () => {},
    settings: it => check(it.locale && it.viewDistance >= 2, 'settings'),
    custom_payload: it => check(it.channel === 'minecraft:brand' && it.data[0] === it.data.length - 1, 'a brand'),
    select_known_packs: it => check(it.packs.length === 0, 'packs that nobody has'),
    finish_configuration: () => {},
    keep_alive: it => paid(`keep_alive ${it.keepAliveId}`),
    pong: it => paid(`pong ${it.id}`),
    teleport_confirm: it => paid(`teleport_confirm ${it.teleportId}`),
    player_loaded: () => {},
    chunk_batch_received: it => { check(it.chunksPerTick > 0, 'chunks for each tick'); paid('chunk_batch_received') },
    position: it => {
      check(Math.hypot(it.x - at.x, it.z - at.z) <= 1 && Math.hypot(it.x, it.z) < 64 && it.y === 64, 'a jump')
      at = it
    },
    chat_message: it => { check(it.message.length <= 256 && !it.signature, 'a message'); sendAll([said(it.message)]) }
  }
  player.on('packet', (fields, { name, state }) => {
    check(on[name], `${name} in ${state}`)
    seen[name] = (seen[name] ?? 0) + 1
    on[name](fields)
  })
  player.on('state', state => { if (state === 'configuration') { sendAll(configuration); ask('pong 1', 'ping', { id: 1 }) } })
  player.on('end', () => {
    for (const name of ['settings', 'custom_payload', 'player_loaded', 'chat_message']) check(seen[name], `never sent: ${name}`)
    check(seen.keep_alive >= seconds - 1 && seen.position >= seconds - 1, `too few answers and steps: ${JSON.stringify(seen)}`)
    console.log(JSON.stringify(seen))
    process.exit(0)
  })
  return () => {
    player.write('login', data.loginPacket)
    ask('teleport_confirm 1', 'position', { teleportId: 1, ...spawn, dx: 0, dy: 0, dz: 0, yaw: 90, pitch: 0, flags: {} })
    sendAll(scene(player))
    ask('chunk_batch_received', 'chunk_batch_finished', { batchSize: 1 })
    for (let second = 1; second < seconds; second++) {
      setTimeout(() => {
        sendAll(passed(second))
        ask(`keep_alive ${second}`, 'keep_alive', { keepAliveId: BigInt(second) })
      }, 1000 * second)
    }
    setTimeout(() => player.end('The scene is over'), 1000 * seconds)
  }
}

// The library's own keep-alives have random numbers, and take any answer.
const server = mc.createServer({ version: '1.21.4', port: 0, host: '127.0.0.1', 'online-mode': false, keepAlive: false })
server.on('connection', player => {
  if (recording) {
    const log = fs.openSync(recording, 'w')
    const note = sign => bytes => fs.writeSync(log, `${sign} ${bytes.toString('hex')}\n`)
    player.socket.prependListener('data', note('>'))
    player.framer.prependListener('data', note('<'))
  }
  player.on('error', error => fail(error.message))
  player.play = serve(player)
})
server.on('playerJoin', player => player.play())
server.on('listening', () => console.log(server.socketServer.address().port))
