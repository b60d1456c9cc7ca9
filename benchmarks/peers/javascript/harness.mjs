// A peer of pyssz's benchmarks: @chainsafe/ssz behind the protocol of ../README.md.
// Argument: a file with the schema of the workloads.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

import { setHasher, Tree } from "@chainsafe/persistent-merkle-tree";

// The hasher has to be there before any type is made.
const { hasher } = await import("@chainsafe/persistent-merkle-tree/hasher/hashtree").catch(
  () => import("@chainsafe/persistent-merkle-tree/hasher/as-sha256"),
);
await hasher.initialize?.();
setHasher(hasher);
const { typeOf } = await import("./types.mjs");

const schema = JSON.parse(readFileSync(process.argv[2]));
const hex = (bytes) => Buffer.from(bytes).toString("hex");
// Many small nodes are hashed sooner in batches, those of a large state sooner without.
const isState = (type) => type.fields?.balances !== undefined;
const sum = (validators) => validators.reduce((total, one) => total + one.effectiveBalance, 0);

// What the two ways of using the library do.
const libraries = {
  "@chainsafe/ssz values": {
    decode: (type, data) => type.deserialize(data),
    encode: (type, value) => type.serialize(value),
    encodeInto: (type, value, output) => type.value_serializeToBytes(output, 0, value),
    size: (type, value) => type.value_serializedSize(value),
    root: (type, value) => type.hashTreeRoot(value),
    fromJson: (type, text) => type.fromJson(JSON.parse(text)),
    toJson: (type, value) => JSON.stringify(type.toJson(value)),
    copy: (type, value) => type.clone(value),
    sum: (value) => sum(value.validators),
    setBalance: (value, index, amount) => {
      value.balances[index] = amount;
    },
  },
  "@chainsafe/ssz ViewDU": {
    decode: (type, data) => type.deserializeToViewDU(data),
    encode: (type, view) => view.serialize(),
    encodeInto: (type, view, output) => view.serializeToBytes(output, 0),
    size: (type, view) => type.tree_serializedSize(view.node),
    root: (type, view) => (isState(type) ? view.hashTreeRoot() : view.batchHashTreeRoot()),
    copy: (type, view) => view.clone(),
    sum: (view) => sum(view.validators.getAllReadonly()),
    setBalance: (view, index, amount) => view.balances.set(index, amount),
    prove: (type, view, gindex) => new Tree(view.node).getSingleProof(BigInt(gindex)),
  },
};

function split(data) {
  const messages = [];
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  for (let at = 0; at < data.length; ) {
    const size = view.getUint32(at, true);
    messages.push(data.subarray(at + 4, at + 4 + size));
    at += 4 + size;
  }
  return messages;
}

function same(encoded, data) {
  if (Buffer.compare(encoded, data) !== 0) throw new Error("the encoding is not the object's");
}

// What a call of an operation does: {prepare, run, result}; undefined if the library has it not.
function task(library, asked, type, data) {
  const decode = () => library.decode(type, data);
  switch (asked.operation) {
    case "decode":
      return { run: decode };
    case "round_trip":
      return {
        run: () => library.encode(type, decode()),
        result: (last) => same(last, data),
      };
    case "root_first":
      return { prepare: decode, run: (value) => library.root(type, value), result: hex };
    case "json_in": {
      if (!library.fromJson) return undefined;
      const text = readFileSync(asked.json, "utf8");
      return {
        run: () => library.fromJson(type, text),
        result: (value) => hex(library.root(type, value)),
      };
    }
    case "decode_many":
    case "root_many": {
      if (asked.threads > 1) return undefined;
      const messages = split(data);
      const rooted = asked.operation === "root_many";
      return {
        run: () => {
          let last;
          for (const message of messages) {
            last = library.decode(type, message);
            if (rooted) last = library.root(type, last);
          }
          return last;
        },
        result: rooted ? hex : undefined,
      };
    }
  }
  return valueTask(library, asked, type, data, keep(asked, decode));
}

// The object that was asked for last, decoded: one that nobody changes, and one for changes.
let kept = {};
let amount = 1;

function keep(asked, decode) {
  if (kept.file !== asked.file) kept = { file: asked.file };
  const which = asked.operation.startsWith("edit") ? "changing" : "unchanged";
  kept[which] ??= decode();
  return kept[which];
}

function valueTask(library, asked, type, data, value) {
  const root = () => library.root(type, value);
  switch (asked.operation) {
    case "encode":
      return { run: () => library.encode(type, value), result: (last) => same(last, data) };
    case "encode_into": {
      // Written to already: memory that nobody wrote to yet is slow at first.
      const buffer = new Uint8Array(data.length).fill(1);
      const uint8Array = buffer;
      const output = { uint8Array, dataView: new DataView(buffer.buffer) };
      return {
        run: () => library.encodeInto(type, value, output),
        result: () => same(buffer, data),
      };
    }
    case "size":
      return { run: () => library.size(type, value), result: String };
    case "root_again":
      root();
      return { run: root, result: hex };
    case "json_out":
      if (!library.toJson) return undefined;
      return {
        run: () => library.toJson(type, value),
        result: (text) => createHash("sha256").update(text).digest("hex"),
      };
    case "copy":
      return { run: () => library.copy(type, value) };
    case "prove":
      if (!library.prove) return undefined;
      return {
        run: () => library.prove(type, value, asked.gindex),
        result: (branch) => createHash("sha256").update(Buffer.concat(branch)).digest("hex"),
      };
  }
  if (!value.validators || !value.balances) return undefined;
  const count = value.balances.length;
  switch (asked.operation) {
    case "sum_column":
      return { run: () => library.sum(value), result: String };
    case "edit_one":
      root();
      return {
        run: () => {
          library.setBalance(value, count >> 1, ++amount);
          return root();
        },
      };
    case "edit_all":
      root();
      return {
        run: () => {
          amount += 1;
          for (let index = 0; index < count; index++) library.setBalance(value, index, amount);
          return root();
        },
      };
  }
  return undefined;
}

function seconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1e-6;
}

function measure(job, asked) {
  const prepared = Array.from({ length: asked.calls }, () => job.prepare?.());
  if (asked.collect) globalThis.gc?.();
  let last;
  if (asked.each) {
    const times = prepared.map((one) => {
      const start = process.hrtime.bigint();
      last = job.run(one);
      return Number(process.hrtime.bigint() - start) * 1e-9;
    });
    return { times, result: job.result?.(last) };
  }
  const start = seconds();
  for (const one of prepared) last = job.run(one);
  const taken = seconds() - start;
  return { seconds: taken, result: job.result?.(last) };
}

let latest = {};

function respond(asked) {
  const library = libraries[asked.library];
  const type = typeOf(asked.type, schema);
  if (!type) return { unsupported: "the library has no such type" };
  if (latest.file !== asked.file) {
    latest = { file: asked.file, data: new Uint8Array(readFileSync(asked.file)) };
  }
  const job = task(library, asked, type, latest.data);
  return job ? measure(job, asked) : { unsupported: "the library has no such operation" };
}

function write(line) {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

const lock = JSON.parse(readFileSync(new URL("package-lock.json", import.meta.url)));
const { version } = lock.packages["node_modules/@chainsafe/ssz"];
for (const library of Object.keys(libraries)) {
  write({ library, version, language: `Node ${process.version}` });
}
write({});
for await (const line of createInterface({ input: process.stdin })) {
  try {
    write(respond(JSON.parse(line)));
  } catch (problem) {
    write({ error: String(problem) });
  }
}
