// Names the instruction set a translation unit is compiled for, so that its inline functions keep symbols of their own.
#ifndef DD_ISA
#define DD_ISA baseline
#endif
