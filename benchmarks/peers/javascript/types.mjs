// The types of the workloads: Lodestar's for mainnet, the rest made from the schema as it is.

import {
  BitListType,
  BitVectorType,
  BooleanType,
  ByteListType,
  ByteVectorType,
  ContainerType,
  isBasicType,
  ListBasicType,
  ListCompositeType,
  UintBigintType,
  UintNumberType,
  VectorBasicType,
  VectorCompositeType,
} from "@chainsafe/ssz";
import { ssz } from "@lodestar/types";

const made = new Map();

// JavaScript's numbers hold 53 bits.  The one of 64 that is met, the epoch that never comes, is infinite,
// as it is in Lodestar's types.
function number(size) {
  return new UintNumberType(size, { clipInfinity: size === 8 });
}

function make(kind, schema) {
  switch (kind.kind) {
    case "boolean":
      return new BooleanType();
    case "uint":
      return kind.bits > 64 ? new UintBigintType(kind.bits / 8) : number(kind.bits / 8);
    case "bytes":
      return new ByteVectorType(kind.size);
    case "byte_list":
      return new ByteListType(kind.size);
    case "bitvector":
      return new BitVectorType(kind.size);
    case "bitlist":
      return new BitListType(kind.size);
    case "vector": {
      const element = make(kind.element, schema);
      const Vector = isBasicType(element) ? VectorBasicType : VectorCompositeType;
      return new Vector(element, kind.size);
    }
    case "list": {
      const element = make(kind.element, schema);
      const List = isBasicType(element) ? ListBasicType : ListCompositeType;
      return new List(element, kind.size);
    }
    case "container":
      if (!made.has(kind.name)) {
        const { fields } = schema.containers[kind.name];
        const types = fields.map(([name, part]) => [name, make(part, schema)]);
        made.set(kind.name, new ContainerType(Object.fromEntries(types)));
      }
      return made.get(kind.name);
  }
  return undefined;
}

// The type of an identity such as mainnet.deneb.BeaconState; undefined if there is none.
export function typeOf(identity, schema) {
  const [preset, fork, name] = identity.split(".");
  if (preset === "mainnet") return ssz[fork]?.[name];
  if (!made.has(identity) && schema.roots[identity]) {
    made.set(identity, make({ kind: "container", name: schema.roots[identity] }, schema));
  }
  return made.get(identity);
}
