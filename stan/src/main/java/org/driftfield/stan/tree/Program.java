package org.driftfield.stan.tree;

import java.util.List;

/**
 * A whole program, checked. The variables a block declares are those of the {@link Stmt.Declare} statements directly in it.
 *
 * @param name of the file
 * @param slots how many variables there are outside functions; their slots are less than this
 * @param notes old syntax that was understood
 */
public record Program(
        String name,
        List<Function> functions,
        List<Stmt.Declare> data,
        List<Stmt> transformedData,
        List<Stmt.Declare> parameters,
        List<Stmt> transformedParameters,
        List<Stmt> model,
        List<Stmt> generatedQuantities,
        int slots,
        List<Note> notes) {}
