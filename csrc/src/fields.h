/*
 * fields.h - open containers and unions; see node.h for what they are.
 */
#ifndef SSZ_FIELDS_H
#define SSZ_FIELDS_H

#include "node.h"

/* An open node with the value of a bytes node. */
ssz_node *ssz_fields_open(const ssz_schema *schema, uint32_t type, const ssz_node *node,
                          ssz_error *err);
ssz_node *ssz_option_open(const ssz_schema *schema, uint32_t type, const ssz_node *node,
                          ssz_error *err);
/* The same node once more, sharing what is below. */
ssz_node *ssz_fields_clone(const ssz_node *node, ssz_error *err);
ssz_node *ssz_option_clone(const ssz_node *node, ssz_error *err);

/* What node.h says of any form. */
uint64_t ssz_fields_size(const ssz_schema *schema, uint32_t type, const ssz_node *node);
uint64_t ssz_option_size(const ssz_schema *schema, uint32_t type, const ssz_node *node);
int32_t ssz_fields_encode(const ssz_schema *schema, uint32_t type, const ssz_node *node,
                          uint8_t *out, uint64_t *size, ssz_error *err);
int32_t ssz_option_encode(const ssz_schema *schema, uint32_t type, const ssz_node *node,
                          uint8_t *out, uint64_t *size, ssz_error *err);
int32_t ssz_fields_root(const ssz_schema *schema, uint32_t type, const ssz_node *node, uint8_t *out,
                        ssz_error *err);
int32_t ssz_option_root(const ssz_schema *schema, uint32_t type, const ssz_node *node, uint8_t *out,
                        ssz_error *err);
void ssz_fields_memory(const ssz_schema *schema, uint32_t type, const ssz_node *node,
                       bool is_shared, ssz_footprint *account);
void ssz_option_memory(const ssz_schema *schema, uint32_t type, const ssz_node *node,
                       bool is_shared, ssz_footprint *account);

/* First byte of field i in the encoding. */
uint64_t ssz_fields_offset(const ssz_schema *schema, uint32_t type, const ssz_node *node,
                           uint32_t i);

#endif
